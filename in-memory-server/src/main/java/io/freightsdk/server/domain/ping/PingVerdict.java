package io.freightsdk.server.domain.ping;

import io.freightsdk.server.geo.Fix;
import org.jspecify.annotations.Nullable;

/**
 * What became of a ping: the one answer of every step that judges it.
 *
 * @param fix what the ping says; of a refused one without an accuracy that means nothing, and at
 *     the time it came when it tells none that can be read; null when it names no place on the map
 * @param refusal why it is not kept; null when it is
 * @param lowConfidence kept, but a new baseline after a gap, or explained only by the phone's doubt
 */
public record PingVerdict(@Nullable Fix fix, @Nullable PingRefusal refusal, boolean lowConfidence) {
  public static PingVerdict kept(Fix fix, boolean lowConfidence) {
    return new PingVerdict(fix, null, lowConfidence);
  }

  public static PingVerdict refused(@Nullable Fix fix, PingRefusal reason) {
    return new PingVerdict(fix, reason, false);
  }

  public boolean isKept() {
    return refusal == null;
  }

  /** Why a ping is not kept, in the order in which the checks are made. */
  public enum PingRefusal {
    COORDS_REQUIRED("coords_required"),
    INVALID_COORDS("invalid_coords"),
    INVALID_ACCURACY("invalid_accuracy"),
    NEGATIVE_ACCURACY("negative_accuracy"),
    ACCURACY_TOO_LOW("accuracy_too_low"),
    INVALID_TIMESTAMP("invalid_timestamp"),
    TIMESTAMP_FUTURE("timestamp_future"),
    TIMESTAMP_TOO_OLD("timestamp_too_old"),
    /** No load has the driver token that it came with. */
    UNKNOWN_DRIVER("unknown_driver"),
    TRACKING_ENDED("tracking_ended"),
    TELEPORT("teleport"),
    /**
     * Same instant and place as a kept fix: dropped silently, as a phone repeats what it got no
     * answer for.
     */
    DUPLICATE("duplicate"),
    /** Too near in time to a kept fix: dropped silently. */
    THROTTLED("throttled");

    private final String code;

    PingRefusal(String code) {
      this.code = code;
    }

    /** Short name for programs, the same as the error on the wire where that is a code. */
    public String code() {
      return code;
    }
  }
}
