// VideoToolbox, macOS's own encoder; compiled only there. It gives length-prefixed NAL units with the parameter sets
// apart; here they become Annex B with both in front of every key frame.
#include "backend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysctl.h>

#include <CoreMedia/CoreMedia.h>
#include <CoreVideo/CoreVideo.h>
#include <VideoToolbox/VideoToolbox.h>

struct encoder {
  VTCompressionSessionRef session;
  uint8_t *unit;
  size_t length;
  size_t room;
  bool key;
  bool whole; // the last picture's unit came, and all of it
  int64_t count;
};

static const uint8_t start_code[4] = {0, 0, 0, 1};

static void version(char *text, size_t room) {
  char found[64] = "";
  size_t length = sizeof found;
  if (sysctlbyname("kern.osproductversion", found, &length, NULL, 0) != 0) found[0] = '\0';
  snprintf(text, room, "macOS %s", found);
}

static bool append(struct encoder *self, const uint8_t *bytes, size_t length) {
  if (self->length + length > self->room) {
    const size_t room = (self->length + length) * 2;
    uint8_t *grown = realloc(self->unit, room);
    if (grown == NULL) return false;
    self->unit = grown;
    self->room = room;
  }
  memcpy(self->unit + self->length, bytes, length);
  self->length += length;
  return true;
}

static bool append_parameter_sets(struct encoder *self, CMFormatDescriptionRef format) {
  size_t count = 0;
  if (CMVideoFormatDescriptionGetH264ParameterSetAtIndex(format, 0, NULL, NULL, &count, NULL) != noErr) return false;
  for (size_t i = 0; i < count; i += 1) {
    const uint8_t *bytes = NULL;
    size_t length = 0;
    if (CMVideoFormatDescriptionGetH264ParameterSetAtIndex(format, i, &bytes, &length, NULL, NULL) != noErr)
      return false;
    if (!append(self, start_code, sizeof start_code) || !append(self, bytes, length)) return false;
  }
  return true;
}

static bool append_slices(struct encoder *self, CMBlockBufferRef block) {
  const size_t total = CMBlockBufferGetDataLength(block);
  size_t at = 0;
  while (at + 4 <= total) {
    uint8_t prefix[4];
    if (CMBlockBufferCopyDataBytes(block, at, 4, prefix) != noErr) return false;
    const size_t length =
        (size_t)prefix[0] << 24 | (size_t)prefix[1] << 16 | (size_t)prefix[2] << 8 | (size_t)prefix[3];
    at += 4;
    if (length > total - at) return false;
    uint8_t *nal = malloc(length == 0 ? 1 : length);
    if (nal == NULL) return false;
    const bool taken = CMBlockBufferCopyDataBytes(block, at, length, nal) == noErr &&
                       append(self, start_code, sizeof start_code) && append(self, nal, length);
    free(nal);
    if (!taken) return false;
    at += length;
  }
  return at == total;
}

// A picture is a key frame unless its sample says that it depends on others.
static bool is_key(CMSampleBufferRef sample) {
  CFArrayRef attachments = CMSampleBufferGetSampleAttachmentsArray(sample, false);
  if (attachments == NULL || CFArrayGetCount(attachments) == 0) return true;
  CFDictionaryRef first = CFArrayGetValueAtIndex(attachments, 0);
  const void *not_sync = NULL;
  return !CFDictionaryGetValueIfPresent(first, kCMSampleAttachmentKey_NotSync, &not_sync) ||
         !CFBooleanGetValue((CFBooleanRef)not_sync);
}

// Called on a thread of VideoToolbox's, before CompleteFrames returns.
static void on_coded(void *self_pointer, void *frame, OSStatus status, VTEncodeInfoFlags flags,
                     CMSampleBufferRef sample) {
  struct encoder *self = self_pointer;
  (void)frame;
  if (status != noErr || (flags & kVTEncodeInfo_FrameDropped) != 0 || sample == NULL) return;
  CMBlockBufferRef block = CMSampleBufferGetDataBuffer(sample);
  if (block == NULL) return;
  self->key = is_key(sample);
  if (self->key && !append_parameter_sets(self, CMSampleBufferGetFormatDescription(sample))) return;
  self->whole = append_slices(self, block);
}

static void set_number(VTCompressionSessionRef session, CFStringRef name, int value) {
  CFNumberRef number = CFNumberCreate(NULL, kCFNumberIntType, &value);
  VTSessionSetProperty(session, name, number);
  CFRelease(number);
}

// What an encoder does not know it leaves out: the SPS is checked afterwards, whoever wrote it.
static void set(VTCompressionSessionRef session, const struct encoder_settings *settings) {
  VTSessionSetProperty(session, kVTCompressionPropertyKey_RealTime, kCFBooleanTrue);
  VTSessionSetProperty(session, kVTCompressionPropertyKey_AllowFrameReordering, kCFBooleanFalse);
  VTSessionSetProperty(session, kVTCompressionPropertyKey_ProfileLevel, kVTProfileLevel_H264_Baseline_AutoLevel);
  set_number(session, kVTCompressionPropertyKey_MaxFrameDelayCount, 0);
  set_number(session, kVTCompressionPropertyKey_MaxKeyFrameInterval, 1 << 30);
  set_number(session, kVTCompressionPropertyKey_ExpectedFrameRate, FRAMES_PER_SECOND);
  set_number(session, kVTCompressionPropertyKey_AverageBitRate, (int)settings->bitrate);
  VTSessionSetProperty(session, kVTCompressionPropertyKey_ColorPrimaries, kCVImageBufferColorPrimaries_ITU_R_709_2);
  VTSessionSetProperty(session, kVTCompressionPropertyKey_TransferFunction,
                       kCVImageBufferTransferFunction_ITU_R_709_2);
  VTSessionSetProperty(session, kVTCompressionPropertyKey_YCbCrMatrix, kCVImageBufferYCbCrMatrix_ITU_R_601_4);
}

static void close_encoder(struct encoder *self) {
  if (self->session != NULL) {
    VTCompressionSessionInvalidate(self->session);
    CFRelease(self->session);
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
  const OSStatus status =
      VTCompressionSessionCreate(NULL, settings->width, settings->height, kCMVideoCodecType_H264, NULL, NULL, NULL,
                                 on_coded, self, &self->session);
  if (status != noErr) {
    failed(words, "VideoToolbox cannot encode pictures of %dx%d (%d)", settings->width, settings->height, (int)status);
    close_encoder(self);
    return NULL;
  }
  set(self->session, settings);
  VTCompressionSessionPrepareToEncodeFrames(self->session);
  return self;
}

static void copy_plane(CVPixelBufferRef buffer, size_t plane, const uint8_t *from, int stride, int width, int height) {
  uint8_t *to = CVPixelBufferGetBaseAddressOfPlane(buffer, plane);
  const size_t to_stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane);
  for (int row = 0; row < height; row += 1)
    memcpy(to + (size_t)row * to_stride, from + (size_t)row * (size_t)stride, (size_t)width);
}

static CVPixelBufferRef pixel_buffer_of(const struct i420 *picture) {
  CVPixelBufferRef buffer = NULL;
  if (CVPixelBufferCreate(NULL, (size_t)picture->width, (size_t)picture->height, kCVPixelFormatType_420YpCbCr8Planar,
                          NULL, &buffer) != kCVReturnSuccess)
    return NULL;
  if (CVPixelBufferLockBaseAddress(buffer, 0) != kCVReturnSuccess) {
    CVPixelBufferRelease(buffer);
    return NULL;
  }
  copy_plane(buffer, 0, picture->y, picture->stride_y, picture->width, picture->height);
  copy_plane(buffer, 1, picture->u, picture->stride_uv, picture->width / 2, picture->height / 2);
  copy_plane(buffer, 2, picture->v, picture->stride_uv, picture->width / 2, picture->height / 2);
  CVPixelBufferUnlockBaseAddress(buffer, 0);
  CVBufferSetAttachment(buffer, kCVImageBufferColorPrimariesKey, kCVImageBufferColorPrimaries_ITU_R_709_2,
                        kCVAttachmentMode_ShouldPropagate);
  CVBufferSetAttachment(buffer, kCVImageBufferTransferFunctionKey, kCVImageBufferTransferFunction_ITU_R_709_2,
                        kCVAttachmentMode_ShouldPropagate);
  CVBufferSetAttachment(buffer, kCVImageBufferYCbCrMatrixKey, kCVImageBufferYCbCrMatrix_ITU_R_601_4,
                        kCVAttachmentMode_ShouldPropagate);
  return buffer;
}

static bool encode(struct encoder *self, const struct i420 *picture, bool key, struct coded *coded,
                   struct words *words) {
  CVPixelBufferRef buffer = pixel_buffer_of(picture);
  if (buffer == NULL) return failed(words, "there is no memory for a picture");
  const void *names[] = {kVTEncodeFrameOptionKey_ForceKeyFrame};
  const void *values[] = {key ? kCFBooleanTrue : kCFBooleanFalse};
  CFDictionaryRef options =
      CFDictionaryCreate(NULL, names, values, 1, &kCFTypeDictionaryKeyCallBacks, &kCFTypeDictionaryValueCallBacks);
  self->length = 0;
  self->key = false;
  self->whole = false;
  const CMTime time = CMTimeMake(self->count, FRAMES_PER_SECOND);
  self->count += 1;
  OSStatus status =
      VTCompressionSessionEncodeFrame(self->session, buffer, time, kCMTimeInvalid, options, NULL, NULL);
  if (status == noErr) status = VTCompressionSessionCompleteFrames(self->session, kCMTimeInvalid);
  CFRelease(options);
  CVPixelBufferRelease(buffer);
  if (status != noErr) return failed(words, "VideoToolbox failed on a picture (%d)", (int)status);
  if (!self->whole || self->length == 0) return failed(words, "VideoToolbox gave nothing for a picture");
  *coded = (struct coded){.bytes = self->unit, .length = self->length, .key = self->key};
  return true;
}

const struct backend backend_videotoolbox = {
    .name = "VideoToolbox",
    .argument = "videotoolbox",
    .version = version,
    .open = open_encoder,
    .encode = encode,
    .close = close_encoder,
};
