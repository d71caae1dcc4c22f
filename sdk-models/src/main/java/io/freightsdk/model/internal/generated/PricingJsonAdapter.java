package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.Pricing;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Map;

/** Reads and writes {@link Pricing} in one pass over its tokens. */
public final class PricingJsonAdapter extends ModelJsonAdapter<Pricing> {
  public static final PricingJsonAdapter INSTANCE = new PricingJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("currency", "prices");

  private PricingJsonAdapter() {}

  @Override
  public Pricing read(TokenReader in) throws IOException {
    String currency = null;
    Map<String, BigDecimal> prices = Map.of();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> currency = in.stringOrNull();
        case 1 -> prices = in.skippedUnlessObject() ? Map.of() : in.amounts();
        default -> in.skipMember();
      }
    }
    in.endObject();
    return new Pricing(currency, prices);
  }

  @Override
  public void write(TokenWriter out, Pricing value) throws IOException {
    out.beginObject();
    if (value.currency() != null) {
      out.name("currency");
      out.string(value.currency());
    }
    out.name("prices");
    out.amounts(value.prices());
    out.endObject();
  }
}
