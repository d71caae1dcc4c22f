package io.freightsdk.examples.crash;

import java.io.IOException;
import java.math.BigDecimal;

/**
 * A budget in Redis: read it, pay, and add what it cost. A window has a key for each hour or day.
 */
final class CheckInRedis implements Wallet {
  private final Place place;
  private final PlainHttp http;
  private final long cents;
  private Redis redis;
  private String url;

  CheckInRedis(Place place) throws IOException {
    this.place = place;
    this.http = new PlainHttp(place);
    this.cents = Naive.price(http).movePointRight(2).longValueExact();
    this.url = place.url();
    this.redis = new Redis(url);
  }

  @Override
  public Told create(Order order) {
    try {
      String budget = budget();
      if (redis().get(budget) + cents > Place.CAP.movePointRight(2).longValueExact()) {
        return Told.NOTHING;
      }
      if (!http.create(order)) return Told.NOTHING;
      redis().add(budget, cents);
      return Told.charged(BigDecimal.valueOf(cents, 2));
    } catch (IOException e) {
      return Told.NOTHING;
    }
  }

  private Redis redis() throws IOException {
    if (!url.equals(place.url())) {
      redis.close();
      url = place.url();
      redis = new Redis(url);
    }
    return redis;
  }

  private String budget() {
    String caller = place.caller() == null ? "all" : place.caller();
    long seconds = place.window() == null ? Long.MAX_VALUE : place.window().toSeconds();
    return place.book() + ":" + caller + ":" + place.clock().instant().getEpochSecond() / seconds;
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
