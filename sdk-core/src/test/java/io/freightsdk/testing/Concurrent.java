package io.freightsdk.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * A test that waits for seconds, and runs concurrently with the other tests of its class. All of
 * them have this annotation or {@link ReadsLog}. The junit-platform.properties of the module must
 * allow it.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Execution(ExecutionMode.CONCURRENT)
@ResourceLock(value = ReadsLog.LOG, mode = ResourceAccessMode.READ)
public @interface Concurrent {}
