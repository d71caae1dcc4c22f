package io.freightsdk.model.internal.generated;

import io.freightsdk.model.Eta;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads and writes {@link Eta} in one pass over its tokens. */
public final class EtaJsonAdapter extends ModelJsonAdapter<Eta> {
  public static final EtaJsonAdapter INSTANCE = new EtaJsonAdapter();

  private EtaJsonAdapter() {}

  @Override
  public Eta read(TokenReader in) throws IOException {
    Map<String, @Nullable Object> additionalProperties = new LinkedHashMap<>();
    in.beginObject();
    while (in.hasNext()) {
      additionalProperties.put(in.name(), in.any());
    }
    in.endObject();
    return new Eta(additionalProperties);
  }

  @Override
  public void write(TokenWriter out, Eta value) throws IOException {
    out.beginObject();
    out.openFields(value.additionalProperties());
    out.endObject();
  }
}
