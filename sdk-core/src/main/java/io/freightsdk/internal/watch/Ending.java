package io.freightsdk.internal.watch;

import io.freightsdk.watch.LoadEvent;
import org.jspecify.annotations.Nullable;

/**
 * How a watch ended.
 *
 * @param lastEvent told before the stream ends; null for none
 * @param failure what the stream fails with; null when it completes
 */
record Ending(@Nullable LoadEvent lastEvent, @Nullable Throwable failure) {
  static final Ending COMPLETE = new Ending(null, null);

  static Ending after(LoadEvent lastEvent) {
    return new Ending(lastEvent, null);
  }

  static Ending failed(Throwable failure) {
    return new Ending(null, failure);
  }
}
