// Generated from freight-agent-api.yaml by GeneratedSourcesTest. Do not edit.
package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import com.squareup.moshi.JsonWriter;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.ServiceCatalogEntry;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.ValueReader;
import io.freightsdk.model.internal.ValueWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link ServiceCatalog}. */
public final class ServiceCatalogJsonAdapter extends ModelJsonAdapter<ServiceCatalog> {
  public static final ServiceCatalogJsonAdapter INSTANCE = new ServiceCatalogJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("services");

  private ServiceCatalogJsonAdapter() {}

  @Override
  public ServiceCatalog read(JsonReader in) throws IOException {
    List<ServiceCatalogEntry> services = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    ValueReader.beginObject(in);
    while (in.hasNext()) {
      switch (in.selectName(NAMES)) {
        case 0 -> services = ValueReader.list(in, ServiceCatalogEntryJsonAdapter.INSTANCE);
        default -> additionalProperties.put(in.nextName(), ValueReader.any(in));
      }
    }
    in.endObject();
    if (services == null) throw ValueReader.missing(in, "services");
    return new ServiceCatalog(services, additionalProperties);
  }

  @Override
  public void write(JsonWriter out, ServiceCatalog value) throws IOException {
    out.beginObject();
    out.name("services");
    ValueWriter.list(out, value.services(), ServiceCatalogEntryJsonAdapter.INSTANCE);
    ValueWriter.openFields(out, value.additionalProperties());
    out.endObject();
  }
}
