package io.freightsdk.examples.crash;

import io.freightsdk.internal.verify.Place;
import io.freightsdk.internal.verify.Wallet;
import java.io.IOException;
import java.math.BigDecimal;
import java.sql.SQLException;

/** Asks the database whether there is room, pays, and writes it down. */
final class CheckThenPay implements Wallet {
  private final PlainHttp http;
  private final Naive payments;
  private final BigDecimal price;

  CheckThenPay(Place place) throws SQLException {
    http = new PlainHttp(place);
    payments = new Naive(place);
    price = Naive.price(http);
  }

  @Override
  public Told create(Order order) {
    try {
      if (payments.spent().add(price).compareTo(Trial.MONEY.cap()) > 0) return Told.NOTHING;
      if (!http.create(order)) return Told.NOTHING;
      payments.paid(price);
      return Told.charged(price);
    } catch (IOException | SQLException e) {
      return Told.NOTHING;
    }
  }

  @Override
  public void close() {}
}
