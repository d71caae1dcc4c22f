package io.freightsdk.server.http;

import io.freightsdk.server.service.refusal.Refusal;
import io.freightsdk.server.service.refusal.Refusal.RefusedException;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads JSON bodies: size (413), content type (415), syntax (400), in this order. */
public final class JsonBody {
  private JsonBody() {}

  /** The object in the body; empty when there is no body. */
  public static Map<?, ?> object(Call call) throws IOException {
    return value(call) instanceof Map<?, ?> object ? object : refuse();
  }

  /** The value in the body; an empty object when there is no body. */
  public static @Nullable Object value(Call call) throws IOException {
    byte[] body = call.body();
    if (body.length == 0) return Map.of();
    String contentType = call.header("Content-Type");
    // A body without a content type is accepted as JSON.
    if (contentType != null && !isJson(contentType)) {
      throw new RefusedException(new Refusal.NotJson(contentType));
    }
    try {
      return JsonText.parse(body);
    } catch (IOException malformed) {
      return refuse();
    }
  }

  private static Map<?, ?> refuse() {
    throw new RefusedException(new Refusal.InvalidJson());
  }

  private static boolean isJson(String contentType) {
    int parameters = contentType.indexOf(';');
    String type = parameters < 0 ? contentType : contentType.substring(0, parameters);
    String bare = type.trim().toLowerCase(Locale.ROOT);
    return bare.equals("application/json")
        || (bare.startsWith("application/") && bare.endsWith("+json"));
  }
}
