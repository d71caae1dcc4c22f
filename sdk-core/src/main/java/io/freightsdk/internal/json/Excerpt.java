package io.freightsdk.internal.json;

import io.freightsdk.internal.text.Redactor;
import okio.Buffer;

/** The start of a body that could not be read, bounded and masked, for people who look for why. */
final class Excerpt {
  private static final int MAX_CHARS = 512;

  /** More than the excerpt, so that a link cut by its end is still seen as a link. */
  private static final int MAX_BYTES = 2048;

  private Excerpt() {}

  static String of(Buffer body) {
    int bytes = (int) Math.min(MAX_BYTES, body.size());
    String text = Redactor.mask(body.snapshot(bytes).utf8());
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS);
  }
}
