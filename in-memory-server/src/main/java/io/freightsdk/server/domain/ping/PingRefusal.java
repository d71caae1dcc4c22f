package io.freightsdk.server.domain.ping;

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

  /** Whether the phone is told that all is well. */
  public boolean isSilent() {
    return this == DUPLICATE || this == THROTTLED;
  }
}
