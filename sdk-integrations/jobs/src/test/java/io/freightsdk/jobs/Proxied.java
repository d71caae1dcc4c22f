package io.freightsdk.jobs;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/** Stands before a data source or a connection, and sees each call of it. */
final class Proxied {
  private Proxied() {}

  interface Handler {
    @Nullable Object call(Method method, @Nullable Object[] arguments) throws Throwable;
  }

  static <T> T of(Class<T> type, Handler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> handler.call(method, arguments)));
  }

  /** Calls what stands behind it, which throws its own exceptions. */
  static @Nullable Object invoke(Object target, Method method, @Nullable Object[] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
