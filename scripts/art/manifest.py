"""Writes manifest.json for a folder of listing pictures: manifest.py FOLDER

One entry per picture: {file, body, paint, width, height}, in pixels. The 600-pixel variants have entries too.
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
    body, paint = file.removesuffix(".webp").split("-")
    height, width = cv2.imread(f"{folder}/{file}").shape[:2]
    entries.append({"file": file, "body": body, "paint": paint, "width": width, "height": height})
lines = ",\n".join(f"  {json.dumps(entry)}" for entry in entries)
with open(f"{folder}/manifest.json", "w") as target:
    target.write(f"[\n{lines}\n]\n")
