/** One auto-configuration per concern; each gives way to beans of the application. */
@NullMarked
package io.freightsdk.spring.boot.autoconfigure;

import org.jspecify.annotations.NullMarked;
