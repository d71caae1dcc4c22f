// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;

/** Reads and writes {@link Pricing}. */
public final class PricingJsonAdapter extends ModelJsonAdapter<Pricing> {
  public static final PricingJsonAdapter INSTANCE = new PricingJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("currency", "prices");

  private PricingJsonAdapter() {}

  @Override
  public Pricing read(JsonReader in) throws IOException {
    String currency = null;
    Map<String, BigDecimal> prices = Map.of();
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> currency = ValueReader.textOrNull(in);
        case 1 -> prices = ValueReader.skipUnlessObject(in) ? Map.of() : ValueReader.amounts(in);
        default -> ValueReader.skipMember(in);
      }
    }
    in.endObject();
    return new Pricing(currency, prices);
  }

  @Override
  public void write(JsonWriter out, Pricing value) throws IOException {
    out.beginObject();
    if (value.currency() != null) {
      out.name("currency");
      out.value(value.currency());
    }
    out.name("prices");
    ValueWriter.amounts(out, value.prices());
    out.endObject();
  }
}
