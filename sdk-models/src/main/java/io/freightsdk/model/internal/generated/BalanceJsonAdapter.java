// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.Balance;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import java.io.IOException;
import java.math.BigDecimal;

/** Reads and writes {@link Balance}. */
public final class BalanceJsonAdapter extends ModelJsonAdapter<Balance> {
  public static final BalanceJsonAdapter INSTANCE = new BalanceJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("currency", "balanceUsd");

  private BalanceJsonAdapter() {}

  @Override
  public Balance read(JsonReader in) throws IOException {
    String currency = null;
    BigDecimal balanceUsd = null;
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> currency = ValueReader.textOrNull(in);
        case 1 -> balanceUsd = ValueReader.moneyOrNull(in);
        default -> ValueReader.skipMember(in);
      }
    }
    in.endObject();
    return new Balance(currency, balanceUsd);
  }

  @Override
  public void write(JsonWriter out, Balance value) throws IOException {
    out.beginObject();
    if (value.currency() != null) {
      out.name("currency");
      out.value(value.currency());
    }
    if (value.balanceUsd() != null) {
      out.name("balanceUsd");
      out.value(value.balanceUsd());
    }
    out.endObject();
  }
}
