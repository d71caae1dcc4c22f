package io.freightsdk.server.sim;

import io.freightsdk.model.LoadStatus;
import io.freightsdk.server.geo.Coordinates;
import io.freightsdk.server.geo.Fix;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A nasty track, told in minutes after its start. */
record NastyScript(
    Coordinates pickup,
    Address pickupAddress,
    Coordinates delivery,
    Address deliveryAddress,
    List<Step> steps,
    LoadStatus status,
    Visit pickupVisit,
    Visit deliveryVisit) {
  private static final double MILLIS_PER_MINUTE = 60_000;

  /** The times that one stop must get; null for none. */
  record Visit(@Nullable Double arrived, @Nullable Double departed) {
    NastyTrack.Expected.Visit from(Instant start) {
      return new NastyTrack.Expected.Visit(instant(start, arrived), instant(start, departed));
    }

    private static @Nullable Instant instant(Instant start, @Nullable Double minute) {
      return minute == null ? null : after(start, minute);
    }
  }

  record Address(String street, String city, String state, String zip) {}

  /**
   * One sending.
   *
   * @param sent minute in which it is sent
   * @param minute minute in which it was measured
   * @param refusal reason for which it must be refused; null when it must be kept
   */
  record Step(
      double sent,
      double minute,
      Coordinates at,
      @Nullable Double accuracy,
      @Nullable String refusal) {
    /** Sent when measured, with 10 m of accuracy, to be kept. */
    static Step live(double minute, Coordinates at) {
      return new Step(minute, minute, at, 10.0, null);
    }

    Step sentAt(double newSent) {
      return new Step(newSent, minute, at, accuracy, refusal);
    }

    Step claiming(@Nullable Double newAccuracy) {
      return new Step(sent, minute, at, newAccuracy, refusal);
    }

    Step refusedFor(String reason) {
      return new Step(sent, minute, at, accuracy, reason);
    }

    SentFix sentFrom(Instant start) {
      Fix fix = new Fix(after(start, minute), at, accuracy, null, null);
      return new SentFix(after(start, sent), fix);
    }
  }

  private static Instant after(Instant start, double minutes) {
    return start.plusMillis(Math.round(minutes * MILLIS_PER_MINUTE));
  }
}
