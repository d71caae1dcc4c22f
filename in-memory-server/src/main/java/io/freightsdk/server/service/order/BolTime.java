package io.freightsdk.server.service.order;

import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.RefusedException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads when a bill of lading was received (API description, section 4.4). */
public final class BolTime {
  private BolTime() {}

  /**
   * The time in {@code body}; null when it has none.
   *
   * @throws RefusedException when it is not an ISO 8601 instant with its offset
   */
  public static @Nullable Instant read(Map<?, ?> body) {
    Object value = body.get("bol_received_at");
    if (value == null) return null;
    Instant instant = value instanceof String text ? Fields.parseInstant(text) : null;
    if (instant == null) throw new RefusedException(new Refusal.InvalidBolTime());
    return instant;
  }
}
