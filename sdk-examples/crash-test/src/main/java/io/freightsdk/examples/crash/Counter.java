package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Wallet;
import java.io.IOException;
import java.math.BigDecimal;

/** What many write first: a sum in memory, looked at before and raised after each call. */
final class Counter implements Wallet {
  private final PlainHttp http;
  private final BigDecimal price;
  private BigDecimal spent = BigDecimal.ZERO;

  Counter(Place place) {
    http = new PlainHttp(place);
    price = Naive.price(http);
  }

  @Override
  public synchronized Told create(Order order) {
    if (spent.add(price).compareTo(Trial.MONEY.cap()) > 0) return Told.NOTHING;
    try {
      if (!http.create(order)) return Told.NOTHING;
    } catch (IOException e) {
      return Told.NOTHING;
    }
    spent = spent.add(price);
    return Told.charged(price);
  }

  @Override
  public void close() {}
}
