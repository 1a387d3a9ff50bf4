#!/usr/bin/python3
"""Puts the pictures of a folder side by side, with defect, strength and label: look.py DIR OUT.png"""
import json
import os
import sys

import cv2
import numpy as np

folder, out = sys.argv[1:3]
high, wide = 300, 2400
rows, row, end = [], np.zeros((high, wide, 3), np.uint8), 0
for truth in json.load(open(os.path.join(folder, 'truth.json'))):
    picture = cv2.imread(os.path.join(folder, truth['file']))
    picture = cv2.resize(picture, (min(wide, picture.shape[1] * high // picture.shape[0]), high))
    words = f'{truth["defect"]} {truth.get("strength", 0):.2f} {truth["label"]}'
    cv2.putText(picture, words, (4, 16), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 255), 1)
    if end + picture.shape[1] > wide:
        rows.append(row)
        row, end = np.zeros_like(row), 0
    row[:, end : end + picture.shape[1]] = picture
    end += picture.shape[1]
cv2.imwrite(out, np.concatenate([*rows, row]))
