package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.ServiceCatalogEntry;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link ServiceCatalogEntry} in one pass over its tokens. */
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
  public ServiceCatalogEntry read(TokenReader in) throws IOException {
    String id = null;
    String category = null;
    String description = null;
    BigDecimal priceUsd = null;
    String endpoint = null;
    String payment = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> id = in.string();
        case 1 -> category = in.string();
        case 2 -> description = in.string();
        case 3 -> priceUsd = in.money();
        case 4 -> endpoint = in.stringOrNull();
        case 5 -> payment = in.stringOrNull();
        default -> additionalProperties.put(in.name(), in.any());
      }
    }
    in.endObject();
    if (id == null) throw in.missing("id");
    if (category == null) throw in.missing("category");
    if (description == null) throw in.missing("description");
    if (priceUsd == null) throw in.missing("price_usd");
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
  public void write(TokenWriter out, ServiceCatalogEntry value) throws IOException {
    out.beginObject();
    out.name("id");
    out.string(value.id());
    out.name("category");
    out.string(value.category());
    out.name("description");
    out.string(value.description());
    out.name("price_usd");
    out.money(value.priceUsd());
    if (value.endpoint() != null) {
      out.name("endpoint");
      out.string(value.endpoint());
    }
    if (value.payment() != null) {
      out.name("payment");
      out.string(value.payment());
    }
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
