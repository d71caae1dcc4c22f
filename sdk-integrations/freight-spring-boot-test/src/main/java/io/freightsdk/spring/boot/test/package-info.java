/** A freight server for the application contexts of tests, and nothing of it in the application. */
@NullMarked
package io.freightsdk.spring.boot.test;

import org.jspecify.annotations.NullMarked;
