// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.TopUpByCardInput;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link TopUpByCardInput}. */
public final class TopUpByCardInputJsonAdapter extends ModelJsonAdapter<TopUpByCardInput> {
  public static final TopUpByCardInputJsonAdapter INSTANCE = new TopUpByCardInputJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("amountUsd", "cardToken");

  private TopUpByCardInputJsonAdapter() {}

  @Override
  public TopUpByCardInput read(JsonReader in) throws IOException {
    BigDecimal amountUsd = null;
    String cardToken = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> amountUsd = ValueReader.money(in);
        case 1 -> cardToken = ValueReader.string(in);
        default -> additionalProperties.put(in.nextName(), ValueReader.any(in));
      }
    }
    in.endObject();
    if (amountUsd == null) throw ValueReader.missing(in, "amountUsd");
    if (cardToken == null) throw ValueReader.missing(in, "cardToken");
    return new TopUpByCardInput(amountUsd, cardToken, additionalProperties);
  }

  @Override
  public void write(JsonWriter out, TopUpByCardInput value) throws IOException {
    out.beginObject();
    out.name("amountUsd");
    out.value(value.amountUsd());
    out.name("cardToken");
    out.value(value.cardToken());
    ValueWriter.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
