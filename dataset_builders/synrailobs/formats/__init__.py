"""`synrailobs` in the formats of others, both ways: COCO, YOLO, WebDataset, LabelMe, CVAT; Pascal VOC is read only."""
