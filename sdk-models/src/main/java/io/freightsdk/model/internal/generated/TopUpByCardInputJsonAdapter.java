package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TopUpByCardInput} in one pass over its tokens. */
public final class TopUpByCardInputJsonAdapter extends ModelJsonAdapter<TopUpByCardInput> {
  public static final TopUpByCardInputJsonAdapter INSTANCE = new TopUpByCardInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("amountUsd", "cardToken");

  private TopUpByCardInputJsonAdapter() {}

  @Override
  public TopUpByCardInput read(TokenReader in) throws IOException {
    BigDecimal amountUsd = null;
    String cardToken = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> amountUsd = in.money();
        case 1 -> cardToken = in.string();
        default -> additionalProperties.put(in.name(), in.any());
      }
    }
    in.endObject();
    if (amountUsd == null) throw in.missing("amountUsd");
    if (cardToken == null) throw in.missing("cardToken");
    return new TopUpByCardInput(amountUsd, cardToken, additionalProperties);
  }

  @Override
  public void write(TokenWriter out, TopUpByCardInput value) throws IOException {
    out.beginObject();
    out.name("amountUsd");
    out.money(value.amountUsd());
    out.name("cardToken");
    out.string(value.cardToken());
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
