package io.freightsdk;

import io.freightsdk.model.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an OkHttp interceptor or event listener can know of the call that a request belongs to: its
 * tag, {@code request.tag(CallTag.class)}. Holds no load number, key or link.
 *
 * @param attempt number of the wire attempt within its call, from 1
 * @param contexts what each {@link RequestListener#callContext()} answered when the call began
 */
public record CallTag(Operation operation, int attempt, List<Object> contexts) {
  public CallTag {
    contexts = List.copyOf(contexts);
  }

  /** The first context of a type; null if there is none. */
  public <T> @Nullable T context(Class<T> type) {
    for (Object context : contexts) if (type.isInstance(context)) return type.cast(context);
    return null;
  }
}
