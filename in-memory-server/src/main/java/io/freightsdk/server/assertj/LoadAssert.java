package io.freightsdk.server.assertj;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.LoadView;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a load. */
// AssertJ is optional: the types are visible only to modules that have it.
@SuppressWarnings("exports")
public final class LoadAssert extends AbstractAssert<LoadAssert, LoadView> {
  LoadAssert(LoadView actual) {
    super(actual, LoadAssert.class);
  }

  /** Has this status. */
  public LoadAssert hasStatus(LoadStatus status) {
    isNotNull();
    if (!actual.status().equals(status)) {
      failWithMessage("expected %s to be %s but it is %s", actual.loadNumber(), status, actual);
    }
    return this;
  }

  /** Has this status, such as {@code IN_TRANSIT}. */
  public LoadAssert hasStatus(String status) {
    return hasStatus(LoadStatus.of(status));
  }

  /** Its driver arrived at this stop, counted from 1. */
  public LoadAssert hasArrivedAt(int sequence) {
    isNotNull();
    if (stop(sequence).arrivedAt() == null) fail(sequence, "an arrival at");
    return this;
  }

  /** Its driver has not arrived at this stop, counted from 1. */
  public LoadAssert hasNotArrivedAt(int sequence) {
    isNotNull();
    if (stop(sequence).arrivedAt() != null) fail(sequence, "no arrival at");
    return this;
  }

  /** Its driver departed from this stop, counted from 1. */
  public LoadAssert hasDepartedFrom(int sequence) {
    isNotNull();
    if (stop(sequence).departedAt() == null) fail(sequence, "a departure from");
    return this;
  }

  /** Its driver went on to a later stop without an arrival at this one. */
  public LoadAssert hasMissed(int sequence) {
    isNotNull();
    if (!stop(sequence).missed()) fail(sequence, "a miss of");
    return this;
  }

  /** Has this many fixes in its track. */
  public LoadAssert hasPings(int pings) {
    isNotNull();
    if (actual.pingCount() != pings) {
      failWithMessage(
          "expected %s to have %d fixes but it has %d",
          actual.loadNumber(), pings, actual.pingCount());
    }
    return this;
  }

  private LoadView.Stop stop(int sequence) {
    return actual.stop(sequence);
  }

  private void fail(int sequence, String expected) {
    failWithMessage(
        "expected %s stop %d of %s but it is %s",
        expected, sequence, actual.loadNumber(), stop(sequence));
  }
}
