package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Wallet;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;

/**
 * A budget to which each answer adds what it cost, at the price of today; nobody pays once it is
 * used up.
 */
final class PayThenCount implements Wallet {
  private final PlainHttp http;
  private final Naive payments;

  PayThenCount(Place place) throws SQLException {
    http = new PlainHttp(place);
    payments = new Naive(place);
  }

  @Override
  public Told create(Order order) {
    try {
      if (payments.spent().compareTo(Trial.MONEY.cap()) >= 0) return Told.NOTHING;
      if (!http.create(order)) return Told.NOTHING;
      BigDecimal price = http.price();
      payments.paid(price);
      return Told.charged(price);
    } catch (IOException | SQLException e) {
      return Told.NOTHING;
    }
  }

  @Override
  public void close() {}
}
