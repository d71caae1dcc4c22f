package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.TopUpByCardResult;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TopUpByCardResult} in one pass over its tokens. */
public final class TopUpByCardResultJsonAdapter extends ModelJsonAdapter<TopUpByCardResult> {
  public static final TopUpByCardResultJsonAdapter INSTANCE = new TopUpByCardResultJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("ok", "currency", "balanceUsd");

  private TopUpByCardResultJsonAdapter() {}

  @Override
  public TopUpByCardResult read(TokenReader in) throws IOException {
    boolean ok = false;
    boolean okSeen = false;
    String currency = null;
    BigDecimal balanceUsd = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> {
          ok = in.bool();
          okSeen = true;
        }
        case 1 -> currency = in.string();
        case 2 -> balanceUsd = in.money();
        default -> additionalProperties.put(in.name(), in.any());
      }
    }
    in.endObject();
    if (!okSeen) throw in.missing("ok");
    if (currency == null) throw in.missing("currency");
    if (balanceUsd == null) throw in.missing("balanceUsd");
    return new TopUpByCardResult(
        ok,
        currency,
        balanceUsd,
        additionalProperties);
  }

  @Override
  public void write(TokenWriter out, TopUpByCardResult value) throws IOException {
    out.beginObject();
    out.name("ok");
    out.bool(value.ok());
    out.name("currency");
    out.string(value.currency());
    out.name("balanceUsd");
    out.money(value.balanceUsd());
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
