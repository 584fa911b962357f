// OpenH264. Camera mode: its screen mode took three times as long on scrolling lists and overshot its bitrate.
#include "backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wels/codec_api.h>

struct encoder {
  ISVCEncoder *wels;
  uint8_t *unit;
  size_t room;
  int64_t count;
  bool begun;
};

static void version(char *text, size_t room) {
  OpenH264Version found;
  WelsGetCodecVersionEx(&found);
  snprintf(text, room, "%u.%u.%u", found.uMajor, found.uMinor, found.uRevision);
}

static void set(SEncParamExt *param, const struct encoder_settings *settings) {
  param->iUsageType = CAMERA_VIDEO_REAL_TIME;
  param->iPicWidth = settings->width;
  param->iPicHeight = settings->height;
  param->iTargetBitrate = (int)settings->bitrate;
  param->iMaxBitrate = UNSPECIFIED_BIT_RATE;
  param->iRCMode = RC_BITRATE_MODE;
  param->fMaxFrameRate = FRAMES_PER_SECOND;
  param->iTemporalLayerNum = 1;
  param->iSpatialLayerNum = 1;
  param->iComplexityMode = LOW_COMPLEXITY;
  param->uiIntraPeriod = 0;
  param->iNumRefFrame = 1;
  param->eSpsPpsIdStrategy = CONSTANT_ID;
  param->iEntropyCodingModeFlag = 0;
  param->iMultipleThreadIdc = 1;
  // One picture in is one access unit out.
  param->bEnableFrameSkip = false;
  param->bEnableSceneChangeDetect = false;
  param->bEnableLongTermReference = false;
  param->bEnableDenoise = false;
  param->bEnableBackgroundDetection = false;
  param->bEnableAdaptiveQuant = false;
  SSpatialLayerConfig *layer = &param->sSpatialLayers[0];
  layer->iVideoWidth = settings->width;
  layer->iVideoHeight = settings->height;
  layer->fFrameRate = FRAMES_PER_SECOND;
  layer->iSpatialBitrate = (int)settings->bitrate;
  layer->iMaxSpatialBitrate = UNSPECIFIED_BIT_RATE;
  layer->uiProfileIdc = PRO_BASELINE;
  layer->uiLevelIdc = LEVEL_UNKNOWN;
  layer->sSliceArgument.uiSliceMode = SM_SINGLE_SLICE;
  layer->bVideoSignalTypePresent = true;
  layer->uiVideoFormat = VF_UNDEF;
  layer->bFullRange = false;
  layer->bColorDescriptionPresent = true;
  layer->uiColorPrimaries = CP_BT709;
  layer->uiTransferCharacteristics = TRC_BT709;
  layer->uiColorMatrix = CM_SMPTE170M;
}

static bool begin(struct encoder *self, const struct encoder_settings *settings) {
  SEncParamExt param;
  int quiet = WELS_LOG_QUIET;
  if (WelsCreateSVCEncoder(&self->wels) != 0 || self->wels == NULL) return false;
  (*self->wels)->SetOption(self->wels, ENCODER_OPTION_TRACE_LEVEL, &quiet);
  if ((*self->wels)->GetDefaultParams(self->wels, &param) != cmResultSuccess) return false;
  set(&param, settings);
  if ((*self->wels)->InitializeExt(self->wels, &param) != cmResultSuccess) return false;
  self->begun = true;
  return true;
}

static void close_encoder(struct encoder *self) {
  if (self->wels != NULL) {
    if (self->begun) (*self->wels)->Uninitialize(self->wels);
    WelsDestroySVCEncoder(self->wels);
  }
  free(self->unit);
  free(self);
}

static struct encoder *open_encoder(const struct encoder_settings *settings, struct words *words) {
  struct encoder *self = calloc(1, sizeof *self);
  if (self == NULL) {
    failed(words, "there is no memory for the encoder");
    return NULL;
  }
  if (!begin(self, settings)) {
    failed(words, "OpenH264 cannot encode pictures of %dx%d", settings->width, settings->height);
    close_encoder(self);
    return NULL;
  }
  return self;
}

// Its layers (parameter sets, slices) lie apart: they are put together here.
static bool gather(struct encoder *self, const SFrameBSInfo *info, size_t *length) {
  size_t total = 0;
  for (int layer = 0; layer < info->iLayerNum; layer += 1)
    for (int nal = 0; nal < info->sLayerInfo[layer].iNalCount; nal += 1)
      total += (size_t)info->sLayerInfo[layer].pNalLengthInByte[nal];
  if (total > self->room) {
    uint8_t *grown = realloc(self->unit, total * 2);
    if (grown == NULL) return false;
    self->unit = grown;
    self->room = total * 2;
  }
  size_t at = 0;
  for (int layer = 0; layer < info->iLayerNum; layer += 1) {
    size_t part = 0;
    for (int nal = 0; nal < info->sLayerInfo[layer].iNalCount; nal += 1)
      part += (size_t)info->sLayerInfo[layer].pNalLengthInByte[nal];
    memcpy(self->unit + at, info->sLayerInfo[layer].pBsBuf, part);
    at += part;
  }
  *length = at;
  return true;
}

static bool encode(struct encoder *self, const struct i420 *picture, bool key, struct coded *coded,
                   struct words *words) {
  SFrameBSInfo info;
  SSourcePicture source;
  memset(&info, 0, sizeof info);
  memset(&source, 0, sizeof source);
  source.iColorFormat = videoFormatI420;
  source.iPicWidth = picture->width;
  source.iPicHeight = picture->height;
  source.pData[0] = picture->y;
  source.pData[1] = picture->u;
  source.pData[2] = picture->v;
  source.iStride[0] = picture->stride_y;
  source.iStride[1] = picture->stride_uv;
  source.iStride[2] = picture->stride_uv;
  source.uiTimeStamp = self->count * 1000 / FRAMES_PER_SECOND;
  self->count += 1;
  if (key) (*self->wels)->ForceIntraFrame(self->wels, true);
  if ((*self->wels)->EncodeFrame(self->wels, &source, &info) != cmResultSuccess)
    return failed(words, "OpenH264 failed on a picture");
  size_t length = 0;
  if (!gather(self, &info, &length)) return failed(words, "there is no memory for an access unit");
  if (length == 0) return failed(words, "OpenH264 gave nothing for a picture");
  *coded = (struct coded){.bytes = self->unit, .length = length, .key = info.eFrameType == videoFrameTypeIDR};
  return true;
}

const struct backend backend_openh264 = {
    .name = "OpenH264",
    .argument = "openh264",
    .version = version,
    .open = open_encoder,
    .encode = encode,
    .close = close_encoder,
};
