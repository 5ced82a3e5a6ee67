"""Prints the renderer's job list: jobs.py listings|showroom MESHES RENDERS [picture …]"""
import json
import os
import sys

AHEAD = {"azimuth": 38, "share": 0.9}
BEHIND = {"azimuth": 138, "height": 1.35, "share": 0.9}
LISTING = {"width": 960, "height": 720, "samples": 16, "threshold": 0.02}
SHOWROOM = {"width": 1600, "height": 900, "samples": 48, "threshold": 0.02}
LIGHTS = ["dome", "rim", "side", "wash", "nose", *(f"sweep{i}" for i in range(6))]
# The car is right of the middle and low, because the page puts text on the left.
SHOWROOM_CAMERA = {
    "lens": 62,
    "azimuth": 38,
    "distance": 10.5,
    "height": 1.05,
    "aim_x": 0,
    "aim_z": 0.72,
    "shift_x": -0.13,
    "shift_y": 0.03,
}
# A very dark green; linear red, green, blue.
SHOWROOM_PAINT = [0.010, 0.042, 0.031]


def pictures_of(cars):
    """The names of all pictures: each car from ahead, and each body from behind, with its car's mesh."""
    ahead = {car: car for car in cars}
    # The rear is the same for all faces.
    behind = {f"{car.split('-')[0]}-rear": car for car in cars if "-" in car}
    return ahead | behind


def listings(meshes, renders, wanted):
    """For each picture: the empty studio, the car as a mask, with a black base and with a white base under its lacquer."""
    cars = sorted(file.removesuffix(".json") for file in os.listdir(meshes) if file.endswith(".json"))
    for picture, car in pictures_of(cars).items():
        if wanted and picture not in wanted:
            continue
        is_rear = picture.endswith("-rear")
        shot = {**LISTING, "meshes": meshes, "framed": car, "camera": BEHIND if is_rear else AHEAD}
        yield {**shot, "out": f"{renders}/{picture}-empty", "studio": "paper"}
        yield {**shot, "out": f"{renders}/{picture}-mask", "studio": "mask", "body": car, "samples": 24}
        yield {**shot, "out": f"{renders}/{picture}-black", "studio": "paper", "body": car, "base": 0.0}
        yield {**shot, "out": f"{renders}/{picture}-white", "studio": "paper", "body": car, "base": 1.0}


def showroom(meshes, renders):
    """The saloon in the dark studio, once for each light and once with only its lamps on."""
    car = {**SHOWROOM, "body": "saloon-frame", "meshes": meshes, "base": SHOWROOM_PAINT, "camera": SHOWROOM_CAMERA}
    yield {**car, "out": f"{renders}/mask", "studio": "mask", "samples": 24}
    for light in LIGHTS:
        yield {**car, "out": f"{renders}/{light}", "studio": "dark", "lights": [light]}
    yield {**car, "out": f"{renders}/lamps", "studio": "dark", "lamps": 1.0}


what, meshes, renders, *wanted = sys.argv[1:]
jobs = listings(meshes, renders, wanted) if what == "listings" else showroom(meshes, renders)
print(json.dumps(list(jobs), indent=1))
