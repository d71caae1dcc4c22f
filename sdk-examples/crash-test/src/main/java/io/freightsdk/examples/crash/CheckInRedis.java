package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Wallet;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * A budget in Redis: read it, pay, and add what it cost. A window has a key for each hour or day.
 */
final class CheckInRedis implements Wallet {
  private final Place place;
  private final PlainHttp http;
  private final long cents;
  private Redis redis;
  private final Supplier<String> store;
  private String url;

  /**
   * @param store where Redis is now
   */
  CheckInRedis(Place place, Supplier<String> store) throws IOException {
    this.store = store;
    this.place = place;
    this.http = new PlainHttp(place);
    this.cents = Naive.price(http).movePointRight(2).longValueExact();
    this.url = store.get();
    this.redis = new Redis(url);
  }

  @Override
  public Told create(Order order) {
    try {
      String budget = budget();
      if (redis().get(budget) + cents > Trial.MONEY.cap().movePointRight(2).longValueExact()) {
        return Told.NOTHING;
      }
      if (!http.create(order)) return Told.NOTHING;
      redis().add(budget, cents);
      return Told.charged(BigDecimal.valueOf(cents, 2));
    } catch (IOException | SQLException e) {
      return Told.NOTHING;
    }
  }

  private Redis redis() throws IOException, SQLException {
    place.database().pass();
    if (!url.equals(store.get())) {
      redis.close();
      url = store.get();
      redis = new Redis(url);
    }
    return redis;
  }

  private String budget() {
    String caller = place.caller() == null ? "all" : place.caller();
    long seconds = place.window() == null ? Long.MAX_VALUE : place.window().toSeconds();
    return place.book()
        + ":"
        + caller
        + ":"
        + (place.clock() == null ? Clock.systemUTC() : place.clock()).instant().getEpochSecond()
            / seconds;
  }

  @Override
  public void close() {
    try {
      redis.close();
    } catch (IOException e) {
      // It is gone.
    }
  }
}
