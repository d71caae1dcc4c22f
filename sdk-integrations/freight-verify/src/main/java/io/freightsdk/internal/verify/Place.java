package io.freightsdk.internal.verify;

import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Where a wallet works.
 *
 * @param database what all wallets of a scene share, as this one reaches it
 * @param book names what is theirs in it
 * @param post sees each request that creates a load before it leaves
 * @param priceLife how long a price that was read is believed; null as the wallet likes
 * @param window in which the cap counts; null for all time
 * @param clock of the wallet's process; null for its own
 * @param caller who the wallet spends for, as the caller says it; null without such a thing
 * @param deadline of each call; null for the wallet's own
 */
public record Place(
    String baseUrl,
    String agentKey,
    Line database,
    String book,
    Money money,
    Hook post,
    @Nullable Duration priceLife,
    @Nullable Duration window,
    @Nullable Clock clock,
    @Nullable String caller,
    @Nullable Duration deadline) {

  /** Something that happens once, while the next request leaves. */
  public static final class Hook {
    private @Nullable Runnable next;

    synchronized void set(Runnable happens) {
      next = happens;
    }

    /** A request leaves now. */
    public void leaves() {
      Runnable happens;
      synchronized (this) {
        happens = next;
        next = null;
      }
      if (happens != null) happens.run();
    }
  }

  public Place at(Clock otherClock) {
    return new Place(
        baseUrl,
        agentKey,
        database,
        book,
        money,
        post,
        priceLife,
        window,
        otherClock,
        caller,
        deadline);
  }

  public Place of(String otherCaller) {
    return new Place(
        baseUrl,
        agentKey,
        database,
        book,
        money,
        post,
        priceLife,
        window,
        clock,
        otherCaller,
        deadline);
  }

  public Place over(Line otherLine) {
    return new Place(
        baseUrl, agentKey, otherLine, book, money, post, priceLife, window, clock, caller,
        deadline);
  }

  public Place believingPricesFor(Duration time) {
    return new Place(
        baseUrl, agentKey, database, book, money, post, time, window, clock, caller, deadline);
  }

  public Place withDeadline(Duration time) {
    return new Place(
        baseUrl, agentKey, database, book, money, post, priceLife, window, clock, caller, time);
  }
}
