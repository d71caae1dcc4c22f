package io.freightsdk.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A test among {@link Concurrent} ones that looks at what is logged, so none of them runs then. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(ReadsLog.LOG)
public @interface ReadsLog {
  /** The resource: there is one log for all tests of a JVM. */
  String LOG = "log";
}
