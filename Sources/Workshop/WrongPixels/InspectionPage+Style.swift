extension InspectionPage {
  static let style = """
    body { font: 14px/1.4 system-ui, sans-serif; margin: 1.5em; color: #ddd; background: #222; }
    h1 { font-size: 1.3em; } h2 { font-size: 1.1em; border-bottom: 1px solid #555; }
    button { font: inherit; color: #ddd; background: #333; border: 1px solid #666; border-radius: 4px; }
    button.on { background: #06c; }
    img { image-rendering: pixelated; }
    figure { margin: 0; }
    .pictures figure { display: none; } .pictures figure.on { display: block; }
    .pictures img, .card img { background: repeating-conic-gradient(#444 0 25%, #333 0 50%) 0 0/16px 16px; }
    .pictures img { max-width: 100%; height: auto; }
    .key { display: inline-block; width: 1em; height: 1em; margin-right: .5em; vertical-align: -.15em; }
    .columns { display: flex; gap: 1em; align-items: stretch; }
    .tree { list-style: none; margin: 0; padding: 0; max-height: 620px; overflow: auto; flex: 0 0 26em; }
    .tree li { white-space: nowrap; } .tree li.on { background: #06c; }
    .tree small, .tree i { color: #999; }
    .stage { flex: 1; min-height: 620px; overflow: hidden; perspective: 2400px; cursor: grab; touch-action: none;
      display: flex; align-items: center; justify-content: center; background: #181818; }
    .space { position: relative; flex: none; transform-style: preserve-3d; outline: 1px solid #666;
      transform: scale(var(--scale, 1)) rotateX(var(--tilt, -20deg)) rotateY(var(--turn, 35deg)); }
    .plane { position: absolute; outline: 1px solid #fff4; transform: translateZ(calc(var(--level) * var(--apart))); }
    .plane.off { opacity: .12; } .plane.on { outline: 2px solid #4af; }
    .cards { display: flex; flex-wrap: wrap; gap: 1em; } .card { max-width: 320px; }
    .card img { max-width: 320px; max-height: 240px; width: auto; height: auto; } .card.on { outline: 2px solid #4af; }
    table { border-collapse: collapse; } td, th { text-align: left; padding: 0 .8em 0 0; font-variant-numeric:
      tabular-nums; }
    """

  static let script = """
    'use strict';
    const all = (selector) => Array.from(document.querySelectorAll(selector));
    const show = (id) => {
      all('[data-picture]').forEach((e) => e.classList.toggle('on', e.dataset.picture === id));
      all('[data-show]').forEach((e) => e.classList.toggle('on', e.dataset.show === id));
    };
    let blinking = null;
    const stop = () => { clearInterval(blinking); blinking = null; };
    all('[data-show]').forEach((e) => e.addEventListener('click', () => { stop(); show(e.dataset.show); }));
    const blink = document.getElementById('blink');
    if (blink) blink.addEventListener('click', () => {
      if (blinking) { stop(); return; }
      let isOther = false;
      blinking = setInterval(() => { isOther = !isOther; show(isOther ? 'other' : 'frame'); }, 400);
    });
    show('frame');
    const space = document.querySelector('.space'), stage = document.querySelector('.stage');
    const sliders = { turn: 'deg', tilt: 'deg', apart: 'px' };
    const place = () => {
      for (const [name, unit] of Object.entries(sliders))
        space.style.setProperty('--' + name, document.getElementById(name).value + unit);
      const fit = Math.min(stage.clientWidth * .7 / space.offsetWidth, stage.clientHeight * .7 / space.offsetHeight);
      space.style.setProperty('--scale', fit);
    };
    Object.keys(sliders).forEach((name) => document.getElementById(name).addEventListener('input', place));
    window.addEventListener('resize', place);
    place();
    stage.addEventListener('pointerdown', (down) => {
      stage.setPointerCapture(down.pointerId);
      const turn = document.getElementById('turn'), tilt = document.getElementById('tilt');
      const from = [Number(turn.value), Number(tilt.value)];
      stage.onpointermove = (move) => {
        turn.value = from[0] + (move.clientX - down.clientX) / 4;
        tilt.value = from[1] - (move.clientY - down.clientY) / 4;
        place();
      };
      stage.onpointerup = () => { stage.onpointermove = null; };
    });
    const point = (layer) => {
      all('.tree li, .card').forEach((e) => e.classList.toggle('on', layer !== null && e.dataset.layer === layer));
      const isShown = all('.plane').some((e) => e.dataset.layer === layer);
      all('.plane').forEach((e) => {
        e.classList.toggle('on', e.dataset.layer === layer);
        e.classList.toggle('off', isShown && e.dataset.layer !== layer);
      });
    };
    all('.tree li, .plane').forEach((e) => {
      e.addEventListener('pointerenter', () => point(e.dataset.layer));
      e.addEventListener('pointerleave', () => point(null));
    });
    window.addEventListener('load', () => {
      const broken = Array.from(document.images).filter((image) => !image.complete || image.naturalWidth === 0);
      document.body.dataset.ready = document.images.length + ' pictures, ' + broken.length + ' broken';
    });
    """
}
