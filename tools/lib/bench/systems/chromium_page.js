// A neutral scene as a document: elements that are made once, and moved by their styles.
const valueAt = (value, t) => Array.isArray(value)
  ? value[0] + value[1] * Math.sin(2 * Math.PI * (value[2] * t + value[3])) + value[4] * t : value;
const color = c => `rgba(${c.slice(0, 3).map(part => Math.round(part * 255)).join(',')},${c[3]})`;
let scene, moving = [];

function outline(radii, t) {
  const n = radii.length;
  const p = radii.map((value, k) => {
    const r = valueAt(value, t), angle = 2 * Math.PI * k / n;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
  let path = '';
  for (let k = 0; k < n; k++) {
    const a = p[(k + n - 1) % n], b = p[k], c = p[(k + 1) % n], d = p[(k + 2) % n];
    if (!k) path += `M${b[0].toFixed(3)} ${b[1].toFixed(3)}`;
    const points = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6, c[0] - (d[0] - b[0]) / 6,
      c[1] - (d[1] - b[1]) / 6, c[0], c[1]];
    path += 'C' + points.map(v => v.toFixed(3)).join(' ');
  }
  return path + 'Z';
}

function make(layer, parent) {
  const element = document.createElement('div'), style = element.style, [width, height] = layer.size;
  style.width = width + 'px';
  style.height = height + 'px';
  if (layer.outline) {
    const { fill, stroke } = layer.outline;
    element.innerHTML = `<svg width="${width}" height="${height}"`
      + ` viewBox="${-width / 2} ${-height / 2} ${width} ${height}"`
      + ` style="overflow:visible;display:block"><path fill="${color(fill)}" stroke="${color(stroke.color)}"`
      + ` stroke-width="${stroke.width}"/></svg>`;
    element.path = element.querySelector('path');
  }
  if (layer.fill) style.backgroundColor = color(layer.fill);
  if (layer.image) {
    style.backgroundImage = `url(${scene.images[layer.image]})`;
    style.backgroundSize = '100% 100%';
    style.backgroundOrigin = 'border-box';
  }
  if (layer.radius) style.borderRadius = layer.radius + 'px';
  if (layer.border) style.border = `${layer.border.width}px solid ${color(layer.border.color)}`;
  if (layer.shadow) {
    const { sigma, offset } = layer.shadow;
    style.boxShadow = `${offset[0]}px ${offset[1]}px ${2 * sigma}px ${color(layer.shadow.color)}`;
  }
  if (layer.mask) {
    style.maskImage = `url(${scene.images[layer.mask]})`;
    style.maskSize = '100% 100%';
  }
  if (layer.perspective) {
    style.perspective = layer.perspective + 'px';
    style.transformStyle = 'preserve-3d';
  }
  if (layer.label) {
    const size = layer.label.size;
    style.font = `${size}px Scene`;
    style.whiteSpace = 'nowrap';
    style.color = color(layer.label.color);
    element.textContent = layer.label.text;
    // The font's ascent is rounded to a whole pixel.
    element.down = 0.928 * size - Math.round(0.928 * size);
  }
  element.layer = layer;
  apply(element, 0, 0);
  const values = [...layer.center, layer.turn, layer.tiltX, layer.tiltY, layer.opacity];
  if (values.some(Array.isArray) || layer.outline || layer.label?.counts) moving.push(element);
  parent.appendChild(element);
  for (const child of layer.children || []) make(child, element);
}

function apply(element, t, frame) {
  const layer = element.layer, [width, height] = layer.size;
  const x = valueAt(layer.center[0], t) - width / 2;
  const y = valueAt(layer.center[1], t) - height / 2 + (element.down || 0);
  let transform = layer.depth !== undefined
    ? `translate3d(${x}px,${y}px,${valueAt(layer.depth, t)}px)` : `translate(${x}px,${y}px)`;
  if (layer.turn) transform += ` rotate(${valueAt(layer.turn, t)}deg)`;
  if (layer.tiltX) transform += ` rotateX(${valueAt(layer.tiltX, t)}deg)`;
  if (layer.tiltY) transform += ` rotateY(${valueAt(layer.tiltY, t)}deg)`;
  element.style.transform = transform;
  if (layer.opacity !== undefined) element.style.opacity = valueAt(layer.opacity, t);
  if (element.path) element.path.setAttribute('d', outline(layer.outline.radii, t));
  if (layer.label?.counts) element.textContent = layer.label.text + ' ' + String(frame).padStart(4, '0');
}

window.loadScene = async given => {
  scene = given;
  document.documentElement.style.background = document.body.style.background = color(scene.background);
  await Promise.all(Object.values(scene.images).map(source => {
    const image = new Image();
    image.src = source;
    (window.kept ||= []).push(image);
    return image.decode();
  }));
  await document.fonts.load('20px Scene');
  for (const layer of scene.layers) make(layer, document.body);
  return moving.length;
};

window.showFrame = frame => {
  const t = frame / scene.frameRate;
  for (const element of moving) apply(element, t, frame);
  return frame;
};
