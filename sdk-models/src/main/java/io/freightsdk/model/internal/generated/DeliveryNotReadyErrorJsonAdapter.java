package io.freightsdk.model.internal.generated;

import com.squareup.moshi.JsonReader;
import io.freightsdk.model.DeliveryNotReadyError;
import io.freightsdk.model.LoadStatus;
import io.freightsdk.model.internal.ModelJsonAdapter;
import io.freightsdk.model.internal.TokenReader;
import io.freightsdk.model.internal.TokenWriter;
import java.io.IOException;

/** Reads and writes {@link DeliveryNotReadyError} in one pass over its tokens. */
public final class DeliveryNotReadyErrorJsonAdapter extends ModelJsonAdapter<DeliveryNotReadyError> {
  public static final DeliveryNotReadyErrorJsonAdapter INSTANCE = new DeliveryNotReadyErrorJsonAdapter();
  private static final JsonReader.Options NAMES = JsonReader.Options.of("error", "status", "reason");

  private DeliveryNotReadyErrorJsonAdapter() {}

  @Override
  public DeliveryNotReadyError read(TokenReader in) throws IOException {
    String error = null;
    LoadStatus status = null;
    String reason = null;
    in.beginObject();
    while (in.hasNext()) {
      switch (in.name(NAMES)) {
        case 0 -> error = in.string();
        case 1 -> status = in.skippedUnlessString() ? null : LoadStatus.of(in.string());
        case 2 -> reason = in.string();
        default -> in.skipMember();
      }
    }
    in.endObject();
    if (error == null) throw in.missing("error");
    if (reason == null) throw in.missing("reason");
    return new DeliveryNotReadyError(error, status, reason);
  }

  @Override
  public void write(TokenWriter out, DeliveryNotReadyError value) throws IOException {
    out.beginObject();
    out.name("error");
    out.string(value.error());
    if (value.status() != null) {
      out.name("status");
      out.string(value.status().value());
    }
    out.name("reason");
    out.string(value.reason());
    out.endObject();
  }
}
