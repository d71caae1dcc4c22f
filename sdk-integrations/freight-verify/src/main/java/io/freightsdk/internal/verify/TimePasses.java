package io.freightsdk.internal.verify;

import io.freightsdk.internal.verify.Wallet.Told;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/**
 * An instance dies, and the room that it had is free neither when its call expires nor before the
 * end of the window. The ledgers go by the clock of the scene, because nobody waits for that.
 */
public record TimePasses() implements Mishap {
  /** Of the call that is not heard of again; it expires a minute later. */
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private static final Duration EXPIRED = Duration.ofSeconds(90);

  /** A shorter window is over before such a call has expired. */
  public static final Duration SHORTEST = Duration.ofMinutes(2);

  @Override
  public String title() {
    return "an instance dies, and time passes to the end of the window";
  }

  @Override
  public void happen(Scene scene) {
    MovedClock clock = Objects.requireNonNull(scene.clock());
    scene.spend(scene.open(scene.place()), scene.money().tenths(3));
    diesInACall(scene);
    clock.moveBy(EXPIRED);
    scene.spend(scene.open(scene.place()), scene.money().room());
    clock.moveToTheEnd();
    scene.spend(scene.open(scene.place()), scene.money().room());
  }

  private static void diesInACall(Scene scene) {
    Line line = scene.line();
    Wallet wallet = scene.open(scene.place().over(line).withDeadline(DEADLINE));
    scene.duringNextPost(line::goAway);
    Told unheard = wallet.create(scene.order());
    scene.duringNoPost();
    scene.hear(List.of(line.isAway() ? Told.perhaps(scene.money().price()) : unheard));
  }
}
