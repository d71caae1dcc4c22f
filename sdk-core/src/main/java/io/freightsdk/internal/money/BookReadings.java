package io.freightsdk.internal.money;

import io.freightsdk.internal.spend.SpendBooks;
import io.freightsdk.model.Operation;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The readings that the clients of one book share, in the book. */
final class BookReadings implements PriceReadings {
  private final SpendBooks books;

  BookReadings(SpendBooks books) {
    this.books = books;
  }

  @Override
  public void told(PriceReading reading) {
    Map<Operation, BigDecimal> prices = new EnumMap<>(Operation.class);
    for (Operation operation : Operation.values()) {
      BigDecimal price = operation.priceKey() == null ? null : reading.price(operation);
      if (price != null) prices.put(operation, price);
    }
    books.told(new SpendBooks.PriceList(prices, reading.asked(), reading.answered()));
  }

  @Override
  public @Nullable PriceReading newest() {
    SpendBooks.PriceList known = books.newest();
    if (known == null) return null;
    Map<String, BigDecimal> prices = new HashMap<>();
    known
        .pricesUsd()
        .forEach(
            (operation, usd) -> {
              if (operation.priceKey() != null) prices.put(operation.priceKey(), usd);
            });
    return new PriceReading(prices, known.asked(), known.answered());
  }
}
