"""Writes manifest.json for a folder of listing pictures: manifest.py FOLDER

One entry per picture: {file, width, height}, in pixels.
"""
import json
import os
import sys

import cv2

folder = sys.argv[1]
entries = []
for file in sorted(os.listdir(folder)):
    if not file.endswith(".webp"):
        continue
    height, width = cv2.imread(f"{folder}/{file}").shape[:2]
    entries.append({"file": file, "width": width, "height": height})
lines = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
with open(f"{folder}/manifest.json", "w") as target:
    target.write(f"[\n{lines}\n]\n")
