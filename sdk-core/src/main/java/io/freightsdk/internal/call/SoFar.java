package io.freightsdk.internal.call;

import io.freightsdk.Charge;
import io.freightsdk.error.FreightException;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a call that may be running: what it tells if it ends now.
 *
 * @param attempts wire attempts begun
 * @param isOut whether the last of them has no answer yet
 * @param charge of all attempts; of one that is out what it may cost
 * @param failure what the last attempt failed with; null while it is out, and if none failed
 */
public record SoFar(
    int attempts, boolean isOut, Charge charge, @Nullable FreightException failure) {
  /** Nothing was sent. */
  public static final SoFar NOTHING = new SoFar(0, false, Charge.NONE, null);

  /** What nobody can say: a call that is being started. */
  public static final SoFar UNKNOWN = new SoFar(0, true, Charge.UNKNOWN, null);
}
