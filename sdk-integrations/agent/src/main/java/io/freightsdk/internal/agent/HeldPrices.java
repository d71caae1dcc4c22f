package io.freightsdk.internal.agent;

import io.freightsdk.spend.LimitRoom;
import io.freightsdk.spend.LimitUse;
import io.freightsdk.spend.SpendLimit;
import io.freightsdk.spend.SpendScope;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Prices of calls of this process that the ledger may not count yet: held from before a person is
 * asked until the call has ended. No other call of this process gets the room that a yes is about,
 * so calls that need no question hold their prices too. While a call is sent its price may count
 * twice, here and in the ledger; who finds no room for that reason waits until it has ended.
 * Thread-safe.
 */
final class HeldPrices {
  private final WaitingCalls waiting;

  /** Guarded by this, like all below. */
  private final List<Held> all = new ArrayList<>();

  private final List<Thread> threads = new ArrayList<>();

  /** How many prices are held no longer. */
  private long releases;

  HeldPrices(WaitingCalls waiting) {
    this.waiting = waiting;
  }

  /** A price that is held until its call ends it. */
  final class Held {
    private final String path;
    private final BigDecimal usd;
    private final List<LimitRoom> room;
    private final boolean isAsked;

    private Held(SpendScope scope, BigDecimal usd, List<LimitRoom> room, boolean isAsked) {
      this.path = scope.path();
      this.usd = usd;
      this.room = room;
      this.isAsked = isAsked;
    }

    /** What is held of a limit: what the call needed of it, or its price if that was not read. */
    private BigDecimal in(SpendLimit limit) {
      boolean counts = path.equals(limit.scope()) || path.startsWith(limit.scope() + "/");
      if (!counts) return BigDecimal.ZERO;
      return room.stream()
          .filter(one -> one.use().limit().equals(limit))
          .map(LimitRoom::neededUsd)
          .findFirst()
          .orElse(usd);
    }

    void end() {
      release(this);
    }
  }

  /**
   * What came of the wish to hold a price. With neither, only prices that are held leave no room.
   *
   * @param held null if there is no room
   * @param usedUp a limit that has no room by itself; null if there is none
   */
  record Room(@Nullable Held held, @Nullable LimitUse usedUp) {}

  /**
   * Holds a price if each limit has room for it beside all that is held, or if no person is asked
   * about any call: then only the ledger decides.
   *
   * @param isAsked whether a person is asked about the call
   * @param room reads what each limit leaves now, and what the call needs of it
   */
  Room hold(SpendScope scope, BigDecimal usd, boolean isAsked, Supplier<List<LimitRoom>> room) {
    while (true) {
      long before;
      synchronized (this) {
        if (!isAsked && !isAnybodyAsked()) return add(new Held(scope, usd, List.of(), false));
        before = releases;
      }
      // Not under the lock, because a database may be slow.
      List<LimitRoom> now = room.get();
      synchronized (this) {
        // What was held before, the ledger may count by now.
        if (releases != before) continue;
        for (LimitRoom one : now) {
          if (one.refuses()) return new Room(null, one.use());
        }
        boolean fits = now.stream().allMatch(this::fitsBesideAll);
        return fits ? add(new Held(scope, usd, now, isAsked)) : new Room(null, null);
      }
    }
  }

  private boolean fitsBesideAll(LimitRoom room) {
    if (room.neededUsd().signum() == 0) return true;
    BigDecimal heldUsd = heldIn(room.use().limit());
    return room.neededUsd().add(heldUsd).compareTo(room.use().remainingUsd()) <= 0;
  }

  private Room add(Held held) {
    all.add(held);
    return new Room(held, null);
  }

  private boolean isAnybodyAsked() {
    return all.stream().anyMatch(held -> held.isAsked);
  }

  private BigDecimal heldIn(SpendLimit limit) {
    return all.stream().map(held -> held.in(limit)).reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private synchronized void release(Held held) {
    if (!all.remove(held)) return;
    releases++;
    threads.forEach(LockSupport::unpark);
  }

  synchronized long releases() {
    return releases;
  }

  /**
   * Waits until a price is held no longer, at most this long.
   *
   * @param before {@link #releases()} from before there was no room
   * @throws ToolErrorException if too many calls wait, or the call is cancelled meanwhile
   */
  void awaitRelease(long before, Invocation of, Duration atMost, Waits waits) {
    Thread here = Thread.currentThread();
    synchronized (this) {
      threads.add(here);
    }
    try {
      waiting.await(of, atMost, waits, () -> releases() != before);
    } finally {
      synchronized (this) {
        threads.remove(here);
      }
    }
  }
}
