// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.ServiceCatalogEntry;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link ServiceCatalogEntry}. */
public final class ServiceCatalogEntryJsonAdapter extends ModelJsonAdapter<ServiceCatalogEntry> {
  public static final ServiceCatalogEntryJsonAdapter INSTANCE = new ServiceCatalogEntryJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of(
      "id",
      "category",
      "description",
      "price_usd",
      "endpoint",
      "payment");

  private ServiceCatalogEntryJsonAdapter() {}

  @Override
  public ServiceCatalogEntry read(JsonReader in) throws IOException {
    String id = null;
    String category = null;
    String description = null;
    BigDecimal priceUsd = null;
    String endpoint = null;
    String payment = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> id = ValueReader.text(in);
        case 1 -> category = ValueReader.text(in);
        case 2 -> description = ValueReader.text(in);
        case 3 -> priceUsd = ValueReader.money(in);
        case 4 -> endpoint = ValueReader.textOrNull(in);
        case 5 -> payment = ValueReader.textOrNull(in);
        default -> additionalProperties.put(in.nextName(), ValueReader.any(in));
      }
    }
    in.endObject();
    if (id == null) throw ValueReader.missing(in, "id");
    if (category == null) throw ValueReader.missing(in, "category");
    if (description == null) throw ValueReader.missing(in, "description");
    if (priceUsd == null) throw ValueReader.missing(in, "price_usd");
    return new ServiceCatalogEntry(
        id,
        category,
        description,
        priceUsd,
        endpoint,
        payment,
        additionalProperties);
  }

  @Override
  public void write(JsonWriter out, ServiceCatalogEntry value) throws IOException {
    out.beginObject();
    out.name("id");
    out.value(value.id());
    out.name("category");
    out.value(value.category());
    out.name("description");
    out.value(value.description());
    out.name("price_usd");
    out.value(value.priceUsd());
    if (value.endpoint() != null) {
      out.name("endpoint");
      out.value(value.endpoint());
    }
    if (value.payment() != null) {
      out.name("payment");
      out.value(value.payment());
    }
    ValueWriter.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
