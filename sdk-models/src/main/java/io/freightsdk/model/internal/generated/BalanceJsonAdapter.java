package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.Balance;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.math.BigDecimal;

/** Reads and writes {@link Balance} in one pass over its tokens. */
public final class BalanceJsonAdapter extends ModelJsonAdapter<Balance> {
  public static final BalanceJsonAdapter INSTANCE = new BalanceJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("currency", "balanceUsd");

  private BalanceJsonAdapter() {}

  @Override
  public Balance read(TokenReader in) throws IOException {
    String currency = null;
    BigDecimal balanceUsd = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> currency = in.stringOrNull();
        case 1 -> balanceUsd = in.moneyOrNull();
        default -> in.skipMember();
      }
    }
    in.endObject();
    return new Balance(currency, balanceUsd);
  }

  @Override
  public void write(TokenWriter out, Balance value) throws IOException {
    out.beginObject();
    if (value.currency() != null) {
      out.name("currency");
      out.string(value.currency());
    }
    if (value.balanceUsd() != null) {
      out.name("balanceUsd");
      out.money(value.balanceUsd());
    }
    out.endObject();
  }
}
