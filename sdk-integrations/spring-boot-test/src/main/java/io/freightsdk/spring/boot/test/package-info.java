/** The in-memory server for the application contexts of Spring tests. */
@NullMarked
package io.freightsdk.spring.boot.test;

import org.jspecify.annotations.NullMarked;
