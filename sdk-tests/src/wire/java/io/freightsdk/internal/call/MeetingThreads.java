package io.freightsdk.internal.call;

import io.freightsdk.FreightClient;
import io.freightsdk.TestBuilders;
import io.freightsdk.internal.environment.Environment;
import io.freightsdk.internal.environment.MachineTime;
import io.freightsdk.internal.environment.Timer.Cancellable;
import io.freightsdk.internal.transport.Exchange;
import io.freightsdk.internal.transport.Limiter;
import io.freightsdk.internal.transport.WireFailure;
import io.freightsdk.retry.RetryPolicy;
import io.freightsdk.testing.NoTime;
import io.freightsdk.testing.TestThreads;
import java.time.Clock;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Two threads meet in one call, many times: each writes what the other one reads. A model checker
 * takes memory for consistent, so only real threads find that a {@code volatile} is missing.
 */
public final class MeetingThreads {
  static final int NOTHING_FOUND = 0;
  static final int FOUND = 10;

  /** The most that a thread waits before it begins: the two meet at another place each time. */
  private static final int MOST_SPINS = 400;

  private static final Call.End ENDED = new Call.End("the other thread ended it");

  /** What meets. */
  enum Meeting {
    /** The call gets its place on the wire while it is ended from outside. */
    SENDS_AND_IS_ENDED,
    /** The call begins to wait for its place while that is given back. */
    WAITS_AND_IS_ADMITTED,
    /** The call begins to wait for its place while it is ended from outside. */
    WAITS_AND_IS_ENDED
  }

  /** Nothing happens in it but what a thread does: no time passes, no answer comes. */
  private static final class Nowhere implements Home {
    final Call<?> call;
    @Nullable Consumer<Exchange.Result> sent;
    boolean givenUp;
    boolean over;

    Nowhere(Call<?> call) {
      this.call = call;
    }

    @Override
    public void execute(Runnable task) {
      task.run();
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
      return Cancellable.NOTHING;
    }

    @Override
    public void send(Exchange exchange, Duration timeout, Consumer<Exchange.Result> done) {
      sent = done;
    }

    @Override
    public boolean mayRun(boolean blocks) {
      return true;
    }

    @Override
    public void abandon(Exchange exchange) {
      givenUp = true;
    }

    @Override
    public void ended() {
      over = true;
    }
  }

  private static final class Here extends TestThreads {
    @Override
    public void execute(Runnable task) {
      task.run();
    }
  }

  private final Meeting meeting;
  private final Random random = new Random(1);
  private final FreightClient client;

  /** The home of the call of this meeting, which begins on the first thread. */
  private volatile @Nullable Nowhere home;

  /** Meetings that the second thread may come to, and those that it has left. */
  private volatile int open;

  private volatile int left;

  /** What the second thread does. */
  private Runnable other = () -> {};

  private int othersSpins;

  private MeetingThreads(Meeting meeting) {
    this.meeting = meeting;
    Environment nowhere =
        new Environment(
            Clock.systemUTC(),
            System::nanoTime,
            MachineTime.SYSTEM,
            new NoTime(),
            new Here(),
            random,
            () -> "key",
            null);
    client =
        TestBuilders.withHomes(
                TestBuilders.inWorld(FreightClient.builder(), nowhere),
                call -> {
                  Nowhere made = new Nowhere(call);
                  home = made;
                  return made;
                })
            .baseUrl("https://freight.example")
            .agentKey("agentkey-0123456789abcdef")
            .retryPolicy(RetryPolicy.none())
            .maxConcurrentRequests(1)
            .build();
  }

  private Nowhere begun() {
    CompletableFuture<?> unused = client.async().getBalance();
    return java.util.Objects.requireNonNull(home);
  }

  /** What is wrong after a meeting; null if nothing is. */
  private @Nullable String meet(int number) {
    Limiter places = begunAndEnded();
    Limiter.Ticket taken = places.enter(() -> {});
    Nowhere waits = meeting == Meeting.SENDS_AND_IS_ENDED ? begun() : null;
    home = waits;
    switch (meeting) {
      case SENDS_AND_IS_ENDED -> together(number, taken::leave, () -> waits.call.abandon(ENDED));
      case WAITS_AND_IS_ADMITTED -> together(number, this::begun, taken::leave);
      case WAITS_AND_IS_ENDED ->
          together(
              number,
              this::begun,
              () -> {
                Nowhere beginning = home;
                while (beginning == null) beginning = home;
                beginning.call.abandon(ENDED);
              });
    }
    Nowhere met = java.util.Objects.requireNonNull(home);
    String wrong = wrong(met);
    taken.leave();
    end(met);
    return wrong;
  }

  private @Nullable String wrong(Nowhere met) {
    if (met.over) return null;
    boolean isOut = met.sent != null;
    if (meeting == Meeting.WAITS_AND_IS_ADMITTED) {
      return isOut ? null : "it waits for a place that is its own";
    }
    return isOut && met.givenUp ? null : "it goes on, though it was ended";
  }

  private @Nullable Limiter places;

  /** The limiter of the client, which a first call knows. */
  private Limiter begunAndEnded() {
    if (places == null) {
      Nowhere first = begun();
      places = first.call.runner.transport.limiter;
      end(first);
    }
    return places;
  }

  private static void end(Nowhere home) {
    Consumer<Exchange.Result> sent = home.sent;
    if (sent != null) sent.accept(WireFailure.timedOut(false));
    else home.call.abandon(ENDED);
  }

  // --- the two threads ---

  private void together(int number, Runnable mine, Runnable others) {
    other = others;
    othersSpins = random.nextInt(MOST_SPINS);
    int spins = random.nextInt(MOST_SPINS);
    open = number;
    spin(spins);
    mine.run();
    for (int looks = 0; left != number; looks++) look(looks);
  }

  /** The other thread may have no processor. */
  private static void look(int looks) {
    if (looks < MOST_SPINS) Thread.onSpinWait();
    else Thread.yield();
  }

  private static void spin(int times) {
    for (int i = 0; i < times; i++) Thread.onSpinWait();
  }

  private void second(int meetings) {
    for (int number = 1; number <= meetings; number++) {
      for (int looks = 0; open != number; looks++) look(looks);
      spin(othersSpins);
      other.run();
      left = number;
    }
  }

  /** The name of a {@link Meeting}, and how often it takes place. */
  public static void main(String[] arguments) {
    MeetingThreads threads = new MeetingThreads(Meeting.valueOf(arguments[0]));
    int meetings = Integer.parseInt(arguments[1]);
    Thread second = new Thread(() -> threads.second(meetings), "second");
    second.setDaemon(true);
    second.start();
    for (int number = 1; number <= meetings; number++) {
      String wrong = threads.meet(number);
      if (wrong == null) continue;
      System.out.printf("meeting %,d: %s%n", number, wrong);
      System.exit(FOUND);
    }
    System.exit(NOTHING_FOUND);
  }
}
