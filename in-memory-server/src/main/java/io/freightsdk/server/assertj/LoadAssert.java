package io.freightsdk.server.assertj;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.view.LoadView;
import java.util.Objects;
import java.util.function.Predicate;
import org.assertj.core.api.AbstractAssert;
import org.jspecify.annotations.Nullable;

/** Assertions on the status, the stops and the number of fixes of a load. */
// AssertJ is optional: the types are visible only to modules that have it.
@SuppressWarnings("exports")
public final class LoadAssert extends AbstractAssert<LoadAssert, LoadView> {
  LoadAssert(@Nullable LoadView actual) {
    super(actual, LoadAssert.class);
  }

  /** Verifies the status. */
  public LoadAssert hasStatus(LoadStatus status) {
    Objects.requireNonNull(status, "status");
    isNotNull();
    if (!actual.status().equals(status)) {
      failWithMessage("expected %s to be %s but it is %s", actual.loadNumber(), status, actual);
    }
    return this;
  }

  /** Verifies the status, such as {@code IN_TRANSIT}. */
  public LoadAssert hasStatus(String status) {
    Objects.requireNonNull(status, "status");
    return hasStatus(LoadStatus.of(status));
  }

  /**
   * Verifies that the driver arrived at this stop, counted from 1.
   *
   * @throws IllegalArgumentException if there is no such stop
   */
  public LoadAssert hasArrivedAt(int sequence) {
    return has("an arrival at", sequence, stop -> stop.arrivedAt() != null);
  }

  /**
   * Verifies that the driver has not arrived at this stop, counted from 1.
   *
   * @throws IllegalArgumentException if there is no such stop
   */
  public LoadAssert hasNotArrivedAt(int sequence) {
    return has("no arrival at", sequence, stop -> stop.arrivedAt() == null);
  }

  /** Verifies that the driver departed from this stop, counted from 1. */
  public LoadAssert hasDepartedFrom(int sequence) {
    return has("a departure from", sequence, stop -> stop.departedAt() != null);
  }

  /**
   * Verifies that the driver was at a later stop without an arrival at this stop, counted from 1.
   */
  public LoadAssert hasMissed(int sequence) {
    return has("a miss of", sequence, LoadView.Stop::missed);
  }

  /** Verifies the number of fixes of the track. */
  public LoadAssert hasPings(int pings) {
    isNotNull();
    if (actual.pingCount() != pings) {
      failWithMessage(
          "expected %s to have %s fixes but it has %s",
          actual.loadNumber(), pings, actual.pingCount());
    }
    return this;
  }

  private LoadAssert has(String what, int sequence, Predicate<LoadView.Stop> test) {
    isNotNull();
    LoadView.Stop stop = actual.stop(sequence);
    if (!test.test(stop)) {
      failWithMessage(
          "expected %s stop %s of %s but it is %s", what, sequence, actual.loadNumber(), stop);
    }
    return this;
  }
}
