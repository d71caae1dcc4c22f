package io.freightsdk.server.domain.ping;

import io.freightsdk.server.geo.Fix;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The result of checking a ping, returned by every step that checks it.
 *
 * @param fix fix of the ping; null without valid coordinates. A refused fix has no accuracy if its
 *     accuracy was invalid, and the time of its arrival if its own time could not be read
 * @param refusal reason for the refusal; null if the fix is kept
 * @param lowConfidence kept, mainly as a new start after a gap in the track; seldom because the
 *     accuracy of two fixes explains a jump between them
 */
public record PingVerdict(@Nullable Fix fix, @Nullable PingRefusal refusal, boolean lowConfidence) {
  public static PingVerdict accepted(Fix fix, boolean lowConfidence) {
    return new PingVerdict(fix, null, lowConfidence);
  }

  public static PingVerdict refused(@Nullable Fix fix, PingRefusal reason) {
    return new PingVerdict(fix, reason, false);
  }

  public boolean isAccepted() {
    return refusal == null;
  }

  /** The code of the refusal; null if the fix is kept. */
  public @Nullable String refusalCode() {
    return refusal == null ? null : refusal.code();
  }

  /** The reason for a refused ping. */
  public enum PingRefusal {
    COORDS_REQUIRED,
    INVALID_COORDS,
    INVALID_ACCURACY,
    NEGATIVE_ACCURACY,
    ACCURACY_TOO_LOW,
    INVALID_TIMESTAMP,
    TIMESTAMP_FUTURE,
    TIMESTAMP_TOO_OLD,
    /** No load has the driver token of the ping. */
    UNKNOWN_DRIVER,
    TRACKING_ENDED,
    TELEPORT,
    /**
     * Same instant and place as a kept fix: dropped silently, because phones repeat a fix when they
     * get no response.
     */
    DUPLICATE,
    /** Too close in time to a kept fix: dropped silently. */
    THROTTLED;

    /** Short name for programs, the same as the error on the wire where that is a code. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
