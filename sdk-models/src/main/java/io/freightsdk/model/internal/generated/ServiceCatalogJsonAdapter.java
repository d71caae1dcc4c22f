package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.ServiceCatalog;
import io.freightsdk.model.ServiceCatalogEntry;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link ServiceCatalog} in one pass over its tokens. */
public final class ServiceCatalogJsonAdapter extends ModelJsonAdapter<ServiceCatalog> {
  public static final ServiceCatalogJsonAdapter INSTANCE = new ServiceCatalogJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("services");

  private ServiceCatalogJsonAdapter() {}

  @Override
  public ServiceCatalog read(TokenReader in) throws IOException {
    List<ServiceCatalogEntry> services = null;
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> services = in.list(ServiceCatalogEntryJsonAdapter.INSTANCE);
        default -> additionalProperties.put(in.name(), in.any());
      }
    }
    in.endObject();
    if (services == null) throw in.missing("services");
    return new ServiceCatalog(services, additionalProperties);
  }

  @Override
  public void write(TokenWriter out, ServiceCatalog value) throws IOException {
    out.beginObject();
    out.name("services");
    out.list(value.services(), ServiceCatalogEntryJsonAdapter.INSTANCE);
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
