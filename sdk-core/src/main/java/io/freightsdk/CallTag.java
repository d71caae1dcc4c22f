package io.freightsdk;

import io.freightsdk.model.Operation;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells an OkHttp interceptor or event listener which call a request belongs to. It is the
 * request's tag: {@code request.tag(CallTag.class)}. Holds no load number, key or link.
 *
 * @param attempt number of the attempt within its call, counted from 1
 * @param contexts what each {@link RequestListener#callContext()} returned when the call began
 */
public record CallTag(Operation operation, int attempt, List<Object> contexts) {
  public CallTag {
    contexts = List.copyOf(contexts);
  }

  /** The first context of a type; null if there is none. */
  public <T> @Nullable T context(Class<T> type) {
    Objects.requireNonNull(type, "type");
    for (Object context : contexts) if (type.isInstance(context)) return type.cast(context);
    return null;
  }
}
