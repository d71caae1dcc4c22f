package io.freightsdk.server.domain.fence;

/** Where a fix is relative to a fence. */
public enum Side {
  INSIDE,
  /** Between the two circles, where GPS drift would flap: the last certain side stands. */
  GREY_ZONE,
  OUTSIDE
}
