"""A film for each row of a table, with a progress bar; it stands in the article *From Python*."""

import multiplane
import pandas
from tqdm import tqdm

people = pandas.DataFrame({"name": ["ada", "grace"], "title": ["Thank you Ada", "Thank you Grace"]})
for row in people.itertuples():
    with tqdm(desc=row.name, unit="frame") as bar:
        def show(progress):
            bar.total = progress.total
            bar.update(progress.frame - bar.n)
        multiplane.video("badge.json", f"{row.name}.mp4", text={"Title": row.title}, background="white", progress=show)
