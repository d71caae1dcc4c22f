package io.freightsdk.server.http;

import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.RefusedException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code Idempotency-Key}: 1 to 255 visible ASCII characters. */
final class IdempotencyHeader {
  private static final int MAX_LENGTH = 255;

  private IdempotencyHeader() {}

  /** The key; null when none was sent. */
  static @Nullable String read(Call call) {
    List<String> values = call.headers("Idempotency-Key");
    if (values.isEmpty()) return null;
    String key = values.get(0);
    boolean visible = key.chars().allMatch(c -> c > ' ' && c < 0x7f);
    boolean wellFormed = visible && !key.isEmpty() && key.length() <= MAX_LENGTH;
    if (values.size() > 1 || !wellFormed) {
      throw new RefusedException(new Refusal.InvalidIdempotencyKey());
    }
    return key;
  }
}
